let notice: string | undefined

/** Keeps a message for the sign-in page when a user was refused before any page was loaded. */
export function leaveNotice(words: string): void {
  notice = words
}

export const noticeAtSignIn = (): string | undefined => notice

export function forgetNotice(): void {
  notice = undefined
}
