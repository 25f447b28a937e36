import type { Theme } from '../scope/preferences.ts'

/**
 * Values of the colour tokens in `ui/tokens.css` that the component library needs. It computes other colours from
 * them, so it cannot read CSS variables.
 */
const roles = {
  dark: {
    link: '#8fb7ff',
    text: '#e8edf2',
    'text-2': '#a3b0be',
    'text-3': '#84929f',
    page: '#0b0e12',
    panel: '#12171d',
    raised: '#1a2129',
    line: '#27303a',
  },
  light: {
    link: '#1f5fbf',
    text: '#14202b',
    'text-2': '#475665',
    'text-3': '#5f6e7d',
    // A component of the library that lies on the page has the colour of a panel.
    page: '#fff',
    panel: '#fff',
    raised: '#fff',
    line: '#d5dce3',
  },
} as const satisfies Record<Theme, Record<string, string>>

export const rolesOf = (theme: Theme): Readonly<Record<string, string>> => roles[theme]

/** Returns the same colours under the token names of the component library. */
export function libraryColours(theme: Theme) {
  const { link, text, page, panel, raised, line, 'text-2': second, 'text-3': third } = roles[theme]
  return {
    colorPrimary: link,
    colorLink: link,
    colorText: text,
    colorTextSecondary: second,
    colorTextTertiary: third,
    colorTextDescription: second,
    colorTextPlaceholder: third,
    colorBgBase: page,
    colorBgContainer: panel,
    colorBgElevated: raised,
    colorBorder: line,
    colorBorderSecondary: line,
  }
}
