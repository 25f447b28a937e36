import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '../../lib/api.ts'
import { signInMessage } from './sign-in.ts'

describe('a sign-in that fails', () => {
  it.each([
    [new ApiError(401, 'x'), 'Invalid email or password'],
    [new ApiError(500, 'x'), 'Server error during authentication'],
    [new ApiError(503, 'x'), 'Server error during authentication'],
    [new ApiError(418, 'x'), 'Unknown response code'],
    [new ApiError(429, 'Too many requests. Try again later'), 'Too many requests. Try again later'],
    [new NetworkError(), 'Network error'],
    [new TypeError('x'), 'Error during authentication'],
  ])('%s says %s', (error, message) => {
    expect(signInMessage(error)).toBe(message)
  })
})
