import { endOneSession, endOtherSessions, listSessions } from '@millwatch/contract/http/identity'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '../../ui/fake-server.testing.ts'
import { button, errorAt, field, hand, instant, message, serverOf, showPage, type } from '../../ui/page.testing.ts'
import { SessionList } from './session-list.tsx'

const session = (id: number, isCurrent: boolean) => ({
  id,
  created_at: instant,
  last_used_at: instant,
  expires_at: instant,
  ip: '10.0.0.7',
  user_agent: null,
  company_name: 'Plant',
  is_current: isCurrent,
})

/** Shows the list of two sessions; the server knows one password, and forgets what is ended. */
async function show() {
  let sessions = [session(1, true), session(2, false)]
  const server = serverOf('user').on(listSessions, () => ({ status: 'success', sessions }))
  const end = <T,>({ current_password }: { current_password: string }, answer: T) => {
    if (current_password !== 'this is it 1') return refuse('current_password_wrong')
    sessions = sessions.filter((kept) => kept.is_current)
    return answer
  }
  server
    .on(endOneSession, ({ body }) => end(body, { status: 'success' as const }))
    .on(endOtherSessions, ({ body }) => end(body, { status: 'success' as const, ended: 1 }))
  showPage(<SessionList />)
  await screen.findByRole('list', { name: 'Sessions' })
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  return server
}

test.each([
  ['a session is', /^End the session of/, 'End the session', 'Session ended', endOneSession],
  ['all others are', 'End all others', 'End all others', '1 session ended', endOtherSessions],
] as const)(
  '%s ended with the password only; a wrong one is said at its field',
  async (_, open, end, done, endpoint) => {
    const server = await show()
    await hand.click(button(open))
    const box = await screen.findByRole('dialog')
    expect(document.activeElement).toBe(field('Your password'))
    const inBox = () => [...box.querySelectorAll('button')].find(({ textContent }) => textContent === end)
    expect(inBox()?.disabled).toBe(true)
    await type('Your password', 'guessed 1')
    await hand.click(inBox() as HTMLButtonElement)
    await waitFor(() => expect(field('Your password').getAttribute('aria-invalid')).toBe('true'))
    expect(errorAt('Your password')).toMatch(/password/i)
    await type('Your password', 'this is it 1')
    await hand.click(inBox() as HTMLButtonElement)
    await message(done)
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(server.bodies(endpoint)).toEqual([{ current_password: 'guessed 1' }, { current_password: 'this is it 1' }])
  },
)

test('Cancel ends nothing', async () => {
  const server = await show()
  await hand.click(button('End all others'))
  await type('Your password', 'this is it 1')
  await hand.click(button('Cancel'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.bodies(endOtherSessions)).toEqual([])
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})
