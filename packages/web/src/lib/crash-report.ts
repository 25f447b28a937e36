import type { Body } from '@millwatch/contract/endpoint'
import { reportClientError } from '@millwatch/contract/http/client-errors'
import { call } from './api.ts'

const LONGEST_MESSAGE = 400
const LONGEST_STACK = 8000

/** What stands in quotes can be of the page; names of things of the program (`reading 'ancestors'`) are not. */
const withoutQuotes = (text: string): string =>
  text.replace(/(["'`])((?:(?!\1).)*)\1/gs, (whole, quote: string, quoted: string) =>
    /^[\w$.#]{0,40}$/.test(quoted) && !/^\d+$/.test(quoted) ? whole : `${quote}…${quote}`,
  )

/** Addresses without what follows `?` or `#`. */
const withoutQueries = (text: string): string => text.replace(/[?#][^\s:)]*/g, '')

/** `at draw (https://…/page.js:1:2)`, or `draw@https://…/page.js:1:2` in other browsers. */
const isFrame = (line: string): boolean => /^\s+at \S|^[^\s@]*@\w+:/.test(line)

/** What is told of a page that broke: where in the program and at which path, nothing that stood on it. */
export function crashReport(
  error: unknown,
  { version, route, browser }: { version: string; route: string; browser: string },
): Body<typeof reportClientError> {
  const { name, message, stack } = error instanceof Error ? error : new Error('Something else than an error was thrown')
  // Some browsers put the message before the stack, which may have lines of its own.
  const lines = (stack ?? '').replace(message, '').split('\n').filter(isFrame)
  return {
    version,
    route: route.slice(0, 2000),
    message: withoutQuotes(`${name}: ${message}`).slice(0, LONGEST_MESSAGE),
    stack: withoutQueries(lines.join('\n')).slice(0, LONGEST_STACK),
    browser: browser.slice(0, 400),
  }
}

/** Tells the server that a page broke; false where that could not be done. */
export async function reportCrash(error: unknown): Promise<boolean> {
  const version = import.meta.env.VITE_MILLWATCH_VERSION
  try {
    await call(reportClientError, {
      body: crashReport(error, { version, route: location.pathname, browser: navigator.userAgent }),
    })
    return true
  } catch {
    return false
  }
}
