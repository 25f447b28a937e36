/**
 * Returns the file name of the main script in the HTML of a page, which contains a hash of its content; undefined when there
 * is none.
 */
export function mainScriptOf(html: string): string | undefined {
  const scripts = html.match(/<script\b[^>]*>/gi) ?? []
  const main = scripts.find((tag) => /\btype="?module"?/i.test(tag))
  return main && /\bsrc=["']?([^"'\s>]+)/i.exec(main)?.[1]?.split('/').at(-1)
}
