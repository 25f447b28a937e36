import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../lib/api.ts'
import { passkeyFailure } from './passkeys.ts'

const named = (name: string) => Object.assign(new Error('The operation either timed out or was not allowed.'), { name })

test('a failure of the browser says what to do; one of the server has its own text', () => {
  expect(passkeyFailure(named('NotAllowedError'))).toBe('No passkey was used. Try again, or use a code')
  expect(passkeyFailure(named('InvalidStateError'))).toMatch(/already/)
  expect(passkeyFailure(named('SecurityError'))).toMatch(/could not use/)
  expect(passkeyFailure(new ApiError(401, 'This passkey was not accepted', 'passkey_wrong'))).toBeNull()
  expect(passkeyFailure(new NetworkError())).toBeNull()
})
