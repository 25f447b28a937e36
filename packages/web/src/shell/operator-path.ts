/** Returns true for the path of the screen of an operator, which fills the window: no header and no sidebars. */
export const isOperatorPath = (path: string): boolean => /^\/e\/\d+\/operator$/.test(path)
