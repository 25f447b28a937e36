/** Returns the file name of the main script in a page's HTML; the name contains a hash of its content. */
export function mainScriptOf(html: string): string | undefined {
  const scripts = html.match(/<script\b[^>]*>/gi) ?? []
  const main = scripts.find((tag) => /\btype="?module"?/i.test(tag))
  return main && /\bsrc=["']?([^"'\s>]+)/i.exec(main)?.[1]?.split('/').at(-1)
}
