import type { Answer, Body } from '@millwatch/contract/endpoint'
import type { getUser } from '@millwatch/contract/http/identity'
import { acceptInvitation, declineInvitation, updateUser } from '@millwatch/contract/http/members'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { type Theme, usePreferences } from '../../scope/preferences.ts'
import { userQuery } from '../../scope/session.ts'
import { useToast } from '../../ui/use-toast.tsx'

export type User = Answer<typeof getUser>['user']
export type UserChange = Body<typeof updateUser>

/** Returns the text for a failed update: two errors have texts in the specification, all others share one sentence. */
export function updateMessage(error: unknown): string {
  const shown = error instanceof ApiError && ['current_password_wrong', 'phone_invalid'].includes(error.code ?? '')
  return shown ? error.message : 'Error updating user'
}

/** Changes the user's own settings, and puts the server's answer into the cache. */
async function updateSelf(client: QueryClient, id: number, change: UserChange): Promise<void> {
  const { user } = await call(updateUser, { params: { id }, body: change })
  client.setQueryData(userQuery.queryKey, (cached) => cached && { ...cached, ...user })
}

/** Changes the user's email address; requires the current password. */
export const changeEmail = (client: QueryClient, id: number, username: string, current: string): Promise<void> =>
  updateSelf(client, id, { username, current_password: current })

/**
 * Returns a function that applies a theme at once and saves it for the user. When saving fails, only this browser
 * keeps it.
 */
export function useThemeChoice(user: User): (theme: Theme) => void {
  const client = useQueryClient()
  return (theme) => {
    usePreferences.getState().setTheme(theme)
    void updateSelf(client, user.id, { theme }).catch(() => undefined)
  }
}

/** Returns a function that saves settings and shows the result; it resolves with the error, if any. */
export function useSaveSettings(user: User): (change: UserChange) => Promise<unknown> {
  const client = useQueryClient()
  const toast = useToast()
  return async (change) => {
    try {
      await updateSelf(client, user.id, change)
      toast.done('User updated successfully')
      return undefined
    } catch (error) {
      toast.failed(updateMessage(error))
      return error
    }
  }
}

/** Accepts or declines an invitation to a company. */
export async function answerInvitation(client: QueryClient, id: number, accepted: boolean): Promise<void> {
  if (accepted) await call(acceptInvitation, { params: { id } })
  else await call(declineInvitation, { params: { id } })
  await client.invalidateQueries({ queryKey: userQuery.queryKey })
}
