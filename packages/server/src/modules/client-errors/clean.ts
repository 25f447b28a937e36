/** Most characters of each text of a report that are stored; the rest is cut off. */
const longest = { version: 40, route: 400, message: 500, stack: 4000, browser: 200 } as const

export interface ReportedError {
  readonly version: string
  readonly route: string
  readonly message: string
  readonly stack: string | null
  readonly browser: string | null
}

/**
 * Part of an address after its path, from `?` or `#` on. It is removed, as it may contain names, filters and codes of the page.
 */
const afterPath = /[?#][^\s"'`)\]}>]*/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: lines and tabs stay, what moves a terminal's cursor does not
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Pattern of an address from its first slash on, anywhere in a text. Before that slash it has no `?` and no `#`. */
const address = /\/[^\s"'`)\]}>]*/g

const cut = (text: string, length: number): string => {
  const part = text.replaceAll(controls, ' ').slice(0, length)
  // Not in the middle of a pair.
  return part.isWellFormed() ? part : part.slice(0, -1)
}

const withoutQueries = (text: string): string => text.replace(address, (found) => found.replace(afterPath, ''))

/**
 * Returns a browser's error report as it may be stored: each text cut to its maximum length with spaces for control characters
 * (tabs and line feeds stay), and each address in route, message and stack without query and fragment; an empty route becomes
 * `/`. Stores nothing.
 */
export function clean({ version, route, message, stack, browser }: ReportedError): ReportedError {
  const [path = ''] = route.split(/[?#]/)
  return {
    version: cut(version, longest.version),
    route: cut(path, longest.route) || '/',
    message: cut(withoutQueries(message), longest.message),
    stack: stack === null ? null : cut(withoutQueries(stack), longest.stack),
    browser: browser === null ? null : cut(browser, longest.browser),
  }
}
