import { readFileSync } from 'node:fs'

type Roles = ReadonlyMap<string, string>

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The roles that a block of a style sheet sets: the one behind `opening`. */
function rolesIn(css: string, opening: string): Roles {
  const [, body = ''] = css.split(`${opening} {`)
  return new Map(
    [...(body.split('}')[0] ?? '').matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [
      name ?? '',
      value ?? '',
    ]),
  )
}

/** The roles of `tokens.css` in both themes; the light one changes some of the dark. */
export function tokens(): { dark: Roles; light: Roles } {
  const css = read('./tokens.css')
  const dark = rolesIn(css, ':root')
  return { dark, light: new Map([...dark, ...rolesIn(css, ":root[data-theme='light']")]) }
}

/** What is set anew for paper. */
export const onPaper = (): Roles => rolesIn(read('./base.css'), ":root,\n  :root[data-theme='light']")
