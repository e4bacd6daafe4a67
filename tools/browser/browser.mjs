// What the scripts here share: a server for the files of a site, and Chromium.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const WIDTHS = { wide: { width: 1400, height: 900 }, narrow: { width: 390, height: 844 } };

async function serve(folder) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://here").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    try {
      const body = await readFile(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404).end("there is no such file");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

// Calls `work(open)`, where `open(path, size, scheme)` returns a page of the site in the folder.
export async function withSite(folder, executablePath, work) {
  const server = await serve(folder);
  const base = `http://127.0.0.1:${server.address().port}`;
  // Without a folder of its own, Chromium gets a fresh one each time.
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const contexts = new Map();
  async function open(path, size, scheme) {
    const key = JSON.stringify([size, scheme]);
    if (!contexts.has(key)) {
      const context = await browser.newContext({ viewport: size, colorScheme: scheme });
      contexts.set(key, await context.newPage());
    }
    const page = contexts.get(key);
    await page.goto(base + path);
    return page;
  }
  try {
    return await work(open);
  } finally {
    await browser.close();
    server.close();
  }
}
