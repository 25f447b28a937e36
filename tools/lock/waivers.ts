/** Reasons and dates of versions accepted before the end of the cool-down, by `name@version`: security fixes only. */
export const waivers: Readonly<Record<string, string>> = {}
