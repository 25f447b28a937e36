import type { Body } from '@millwatch/contract/endpoint'
import { reportClientError } from '@millwatch/contract/http/client-errors'
import { call } from './api.ts'

const LONGEST_MESSAGE = 400
const LONGEST_STACK = 8000

/**
 * Replaces quoted text by `…` between the quotes, since it may be content of the page. A quoted word of up to 40 characters that
 * is not a number is kept, as it may be a name of the program: `reading 'ancestors'`.
 */
const withoutQuotes = (text: string): string =>
  text.replace(/(["'`])((?:(?!\1).)*)\1/gs, (whole, quote: string, quoted: string) =>
    /^[\w$.#]{0,40}$/.test(quoted) && !/^\d+$/.test(quoted) ? whole : `${quote}…${quote}`,
  )

/** Returns the text without the part of addresses after `?` or `#`, up to a blank, a colon or a bracket. */
const withoutQueries = (text: string): string => text.replace(/[?#][^\s:)]*/g, '')

/** Returns true for a line of a stack: `at draw (https://…/page.js:1:2)`, or `draw@https://…/page.js:1:2` in other browsers. */
const isFrame = (line: string): boolean => /^\s+at \S|^[^\s@]*@\w+:/.test(line)

/**
 * Returns the report of a page error for the server: message, frames of the stack, path and browser, each cut to its limit.
 * Quoted text of the message except single words, and queries of addresses in the stack, are left out, because they may be
 * content of the page.
 */
export function crashReport(
  error: unknown,
  { version, route, browser }: { version: string; route: string; browser: string },
): Body<typeof reportClientError> {
  const { name, message, stack } = error instanceof Error ? error : new Error('Something else than an error was thrown')
  // Some browsers put the message before the stack, and it may have several lines.
  const lines = (stack ?? '').replace(message, '').split('\n').filter(isFrame)
  return {
    version,
    route: route.slice(0, 2000),
    message: withoutQuotes(`${name}: ${message}`).slice(0, LONGEST_MESSAGE),
    stack: withoutQueries(lines.join('\n')).slice(0, LONGEST_STACK),
    browser: browser.slice(0, 400),
  }
}

/**
 * Sends the report of a page error to the server. Resolves with false when it could not be sent, else with true; never rejects.
 */
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
