import type { Answer, Body } from '@millwatch/contract/endpoint'
import type { getUser } from '@millwatch/contract/http/identity'
import { updateUser } from '@millwatch/contract/http/members'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { type Theme, usePreferences } from '../../scope/preferences.ts'
import { userQuery } from '../../scope/session.ts'

export type User = Answer<typeof getUser>['user']
type UserChange = Body<typeof updateUser>

/**
 * Returns the message for a failed change of a person's settings: the server's one about a wrong password or phone number, else
 * `Error updating user`.
 */
export function updateMessage(error: unknown): string {
  const shown = error instanceof ApiError && ['current_password_wrong', 'phone_invalid'].includes(error.code ?? '')
  return shown ? error.message : 'Error updating user'
}

/**
 * Saves changes of the person's own settings on the server, and puts the answer into the query cache. Throws an error if the
 * server refuses.
 */
export async function updateSelf(client: QueryClient, id: number, change: UserChange): Promise<void> {
  const { user } = await call(updateUser, { params: { id }, body: change })
  client.setQueryData(userQuery.queryKey, (cached) => cached && { ...cached, ...user })
}

/**
 * Returns a function that applies a theme to this browser at once and saves it for the person. If saving fails, the theme stays
 * in this browser, and no message is shown.
 */
export function useThemeChoice(user: User): (theme: Theme) => void {
  const client = useQueryClient()
  return (theme) => {
    usePreferences.getState().setTheme(theme)
    void updateSelf(client, user.id, { theme }).catch(() => undefined)
  }
}
