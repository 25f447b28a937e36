import { readFileSync } from 'node:fs'

type Roles = ReadonlyMap<string, string>

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Returns the colour tokens set in the block of a style sheet that follows `opening`. */
function rolesIn(css: string, opening: string): Roles {
  const [, body = ''] = css.split(`${opening} {`)
  return new Map(
    [...(body.split('}')[0] ?? '').matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [
      name ?? '',
      value ?? '',
    ]),
  )
}

/** Returns the tokens of `tokens.css` in both themes; the light theme overrides some of the dark one. */
export function tokens(): { dark: Roles; light: Roles } {
  const css = read('./tokens.css')
  const dark = rolesIn(css, ':root')
  return { dark, light: new Map([...dark, ...rolesIn(css, ":root[data-theme='light']")]) }
}

/** Returns the tokens that are overridden for printing. */
export const onPaper = (): Roles => rolesIn(read('./base.css'), ":root,\n  :root[data-theme='light']")
