import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '../../lib/api.ts'
import { keepsSessions, signInMessage } from './sign-in.ts'

describe('a sign-in that fails', () => {
  it.each([
    [new ApiError(401, 'x'), 'Invalid email or password'],
    [new ApiError(500, 'x'), 'Server error during authentication'],
    [new ApiError(503, 'x'), 'Server error during authentication'],
    [new ApiError(418, 'x'), 'Unknown response code'],
    [new ApiError(429, 'Too many requests. Try again later'), 'Too many requests. Try again later'],
    [new ApiError(401, 'It has expired', 'first_password_expired'), 'It has expired'],
    [new NetworkError(), 'Network error'],
    [new TypeError('x'), 'Error during authentication'],
  ])('%s says %s', (error, message) => {
    expect(signInMessage(error)).toBe(message)
  })
})

describe('a session', () => {
  it.each([
    ['https://plant.example/', true],
    ['http://localhost:8080/', true],
    ['http://127.0.0.1:8080/', true],
    ['http://[::1]:8080/', true],
    ['http://plant.example/', false],
    ['http://192.168.0.7:8080/', false],
    ['http://localhost.example/', false],
  ])('at %s is kept: %s', (address, kept) => {
    expect(keepsSessions(new URL(address))).toBe(kept)
  })
})
