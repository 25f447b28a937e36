/** The main script that a page of Millwatch names, by its file name; it bears a hash of what it holds. */
export function mainScriptOf(html: string): string | undefined {
  const scripts = html.match(/<script\b[^>]*>/gi) ?? []
  const main = scripts.find((tag) => /\btype="?module"?/i.test(tag))
  return main && /\bsrc=["']?([^"'\s>]+)/i.exec(main)?.[1]?.split('/').at(-1)
}
