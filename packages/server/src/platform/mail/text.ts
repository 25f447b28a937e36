const longestSubject = 200

/**
 * Returns a text as the subject of a mail: control characters and line breaks become blanks, blanks at both ends are removed, and
 * it is cut after 200 characters.
 */
export function subjectLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters.
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  return [...line].slice(0, longestSubject).join('')
}

/** Returns a text as the body of a mail: line breaks become `\n`, and other control characters, also tabs, become blanks. */
export function bodyText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters.
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
}
