/**
 * Reasons and dates for versions accepted before the end of the cool-down, by `name@version`. Only security fixes are accepted
 * so.
 */
export const waivers: Readonly<Record<string, string>> = {}
