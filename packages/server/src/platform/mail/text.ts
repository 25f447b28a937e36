const longestSubject = 200

/** Returns a subject of one line and limited length. Subjects contain names that people typed. */
export function subjectLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters.
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  return [...line].slice(0, longestSubject).join('')
}

/** Returns a body with its lines kept, without characters that a mail program could read as anything but text. */
export function bodyText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters.
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
}
