// Takes a picture of a page.
//
//   node shoot.mjs '{"site": FOLDER, "chromium": PROGRAM, "page": "/report.html", "width": 900, "height": 900, "out": FILE}'
import { withSite } from "./browser.mjs";

const asked = JSON.parse(process.argv[2]);
await withSite(asked.site, asked.chromium, async (open) => {
  const page = await open(asked.page, { width: asked.width, height: asked.height }, "light");
  await page.screenshot({ path: asked.out });
});
