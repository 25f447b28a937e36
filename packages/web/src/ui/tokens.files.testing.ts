import { readFileSync } from 'node:fs'

type Roles = ReadonlyMap<string, string>

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Returns the colour tokens set in the block of a style sheet that follows `opening`. */
function rolesIn(css: string, opening: string): Roles {
  const [, body = ''] = css.split(`${opening} {`)
  return new Map(
    [...(body.split(/[@}]/)[0] ?? '').matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [
      name ?? '',
      value ?? '',
    ]),
  )
}

/** Returns the colours of one theme: `light-dark(#fff, #000)` is that of the light and of the dark theme. */
const ofTheme = (theme: 'light' | 'dark', roles: Roles): [string, string][] =>
  [...roles].map(([name, value]) => [
    name,
    value.replace(/light-dark\((#\w+), (#\w+)\)/, theme === 'light' ? '$1' : '$2'),
  ])

/** Returns the tokens of `tokens.css` in both themes; the light theme overrides some of the dark one. */
export function tokens(): { dark: Roles; light: Roles } {
  const css = read('./tokens.css')
  const all = rolesIn(css, ':root')
  const light = rolesIn(css, ":root[data-theme='light']")
  return { dark: new Map(ofTheme('dark', all)), light: new Map([...ofTheme('light', all), ...light]) }
}

/** Returns the tokens in print from a screen in the dark theme; those that `overrides` names are set for print alone. */
export function onPaper(): { roles: Roles; overrides: Roles } {
  const overrides = rolesIn(read('./base.css').split('@media print')[1] ?? '', ':root')
  return { roles: new Map([...ofTheme('light', rolesIn(read('./tokens.css'), ':root')), ...overrides]), overrides }
}

/** Returns true if print has the colour scheme of the light theme, whatever the screen has. */
export const isPaperLight = (): boolean =>
  /:root \{[^}]*color-scheme: light;/.test(read('./base.css').split('@media print')[1] ?? '')
