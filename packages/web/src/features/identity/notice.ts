let notice: string | undefined

/** Keeps what the sign-in page has to say to somebody who was refused before any page was there. */
export function leaveNotice(words: string): void {
  notice = words
}

export const noticeAtSignIn = (): string | undefined => notice

export function forgetNotice(): void {
  notice = undefined
}
