const longestSubject = 200

/** Names people typed stand in subjects: one line, of a bearable length, whatever was typed. */
export function subjectLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is to go.
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  return [...line].slice(0, longestSubject).join('')
}

/** Lines stay; what a mail reader could take for anything but text goes. */
export function bodyText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is to go.
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
}
