// A button on each block of code that copies it: commands without their `$ ` and what they print.
"use strict";

for (const block of document.querySelectorAll(".md-content .highlight")) {
  const code = block.querySelector("pre > code");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const typed = block.matches(".language-console")
      ? [...code.textContent.matchAll(/^\$ (.*)$/gm)].map((found) => `${found[1]}\n`).join("")
      : code.textContent;
    await navigator.clipboard.writeText(typed);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  block.querySelector("pre").prepend(button);
}
