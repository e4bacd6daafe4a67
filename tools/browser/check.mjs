// Looks at pages of a site at both widths, in light and dark colours: is anything wider than its column, does axe-core find
// something, and what does the search find first?
//
//   node check.mjs '{"site": FOLDER, "chromium": PROGRAM, "pages": ["/", ...], "axe": ["/", ...], "search": ["move", ...]}'
//
// Prints JSON: `{"findings": [{page, width, scheme, what}, ...], "search": {WORDS: [ADDRESS, ...]}}`.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { WIDTHS, withSite } from "./browser.mjs";

const asked = JSON.parse(process.argv[2]);
const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");

// Runs in the page.
function tooWide() {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} pixels wide`);
  const column = document.querySelector(".md-content");
  const edge = column.getBoundingClientRect().right + 1;
  for (const each of column.querySelectorAll("pre, pre > code, table, .md-typeset__scrollwrap, img, svg")) {
    const wide = each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0;
    if (wide || each.getBoundingClientRect().right > edge)
      found.push(`<${each.tagName.toLowerCase()}> is too wide: ${each.textContent.trim().slice(0, 60)}`);
  }
  for (const button of column.querySelectorAll("pre > .copy")) {
    const at = button.getBoundingClientRect();
    const letters = document.createTreeWalker(button.parentElement.querySelector("code"), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    // What lies below the button cannot be below its bottom: a few lines are enough.
    for (let nth = 0; nth < 60 && letters.nextNode(); nth++) {
      for (const word of letters.currentNode.data.matchAll(/\S+/g)) {
        range.setStart(letters.currentNode, word.index);
        range.setEnd(letters.currentNode, word.index + word[0].length);
        for (const line of range.getClientRects())
          if (line.right > at.left + 1 && line.top < at.bottom - 3 && line.bottom > at.top + 3)
            found.push(`the button lies over code: ${button.nextElementSibling.textContent.trim().slice(0, 60)}`);
      }
    }
  }
  return [...new Set(found)];
}

// Runs in the page. Only contrast depends on the colours.
async function axeFindings(all) {
  const options = { resultTypes: ["violations"] };
  if (!all) options.runOnly = ["color-contrast"];
  const { violations } = await globalThis.axe.run(document, options);
  return violations.flatMap((each) =>
    each.nodes.map((node) => `${each.id}: ${node.html.replace(/\s+/g, " ").slice(0, 120)} (${node.failureSummary.replace(/\s+/g, " ")})`),
  );
}

const findings = [];
const search = {};
await withSite(asked.site, asked.chromium, async (open) => {
  for (const [width, size] of Object.entries(WIDTHS)) {
    for (const scheme of ["light", "dark"]) {
      for (const path of scheme === "light" ? new Set([...asked.pages, ...asked.axe]) : asked.axe) {
        const page = await open(path, size, scheme);
        const found = scheme === "light" ? await page.evaluate(tooWide) : [];
        if (asked.axe.includes(path)) {
          await page.evaluate(axeSource);
          found.push(...(await page.evaluate(axeFindings, scheme === "light")));
        }
        for (const what of found) findings.push({ page: path, width, scheme, what });
      }
    }
  }
  for (const words of asked.search) {
    const page = await open("/", WIDTHS.wide, "light");
    const input = page.locator("[role=combobox]");
    // It is there, unseen, shortly before the page listens to keys.
    await input.waitFor({ state: "attached" });
    while (!(await input.isVisible())) {
      await page.keyboard.press("Control+k");
      await input.waitFor({ timeout: 5000 }).catch(() => undefined);
    }
    await input.fill(words);
    const results = page.locator("[role=listbox] a[role=option]");
    await results.first().waitFor();
    search[words] = await results.evaluateAll((all) =>
      all.map((each) => new URL(each.href).pathname + new URL(each.href).hash),
    );
  }
});
console.log(JSON.stringify({ findings, search }));
