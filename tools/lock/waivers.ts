/** Versions taken over although they are younger than the cool-down, `name@version` -> why and when: security fixes only. */
export const waivers: Readonly<Record<string, string>> = {}
