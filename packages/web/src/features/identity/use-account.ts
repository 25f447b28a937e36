import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useToast } from '../../ui/use-toast.tsx'
import { changeOwnPassword } from './change-password.ts'
import { passwordRefusal, useNewPassword } from './new-password.ts'
import { sessionsQuery } from './own-sessions.ts'
import { changeEmail, type User, updateMessage } from './user.ts'

const isWrongPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'current_password_wrong'

/** Returns the state and actions of the form that changes email, password, or both with the current password. */
export function useAccount(user: User, username: string) {
  const client = useQueryClient()
  const toast = useToast()
  const entry = useNewPassword(username)
  const [current, setCurrent] = useState('')
  const [currentError, setCurrentError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isOtherEmail = username.trim() !== user.username
  const save = async (): Promise<void> => {
    // The email is changed first, since that call needs the password still in force.
    if (isOtherEmail) await changeEmail(client, user.id, username.trim(), current)
    if (entry.password !== '') await changeOwnPassword(current, entry.password)
  }
  const submit = async (): Promise<void> => {
    setCurrentError(undefined)
    entry.check('password')
    if (entry.password !== '' && !entry.isReady) return
    if (isOtherEmail && current === '') return setCurrentError('Please input your password')
    setBusy(true)
    try {
      await save()
      toast.done('User updated successfully')
      setCurrent('')
      entry.clear()
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    } catch (error) {
      if (isWrongPassword(error)) setCurrentError(updateMessage(error))
      entry.refuse(passwordRefusal(error))
      toast.failed(updateMessage(error), passwordRefusal(error) === undefined ? undefined : (error as Error))
    } finally {
      setBusy(false)
    }
  }
  return {
    entry,
    current,
    setCurrent: (value: string) => {
      setCurrent(value)
      setCurrentError(undefined)
    },
    currentError,
    busy,
    submit: () => void submit(),
  }
}
