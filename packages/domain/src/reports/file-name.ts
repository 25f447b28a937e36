// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNFIT = /[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns a text as part of the name of a file. Characters that file systems refuse, or that could hide a file or leave its
 * folder, become spaces. It begins with no point, and is cut at `longest` characters (code points, so that no emoji is halved).
 */
export function fitFileName(text: string, longest: number): string {
  const name = text
    .replaceAll(UNFIT, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ .]+/, '')
  return [...name].slice(0, longest).join('').trim()
}
