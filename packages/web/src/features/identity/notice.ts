let notice: string | undefined

/** Stores a message in memory for the sign-in page, in place of any earlier one. `forgetNotice` removes it. */
export function leaveNotice(words: string): void {
  notice = words
}

export const noticeAtSignIn = (): string | undefined => notice

export function forgetNotice(): void {
  notice = undefined
}
