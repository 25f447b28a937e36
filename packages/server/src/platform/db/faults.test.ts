import { describe, expect, test } from 'vitest'
import { type AppError, Conflict, StorageFull, Unavailable } from '../errors.ts'
import { isConnectionLost, isTransient, toAppError } from './faults.ts'

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code })

describe('what passes by itself is answered with 503', () => {
  test.each([
    [
      'a connection that was refused, reset or given up',
      'ECONNREFUSED ECONNRESET EPIPE ECONNABORTED ERR_STREAM_DESTROYED',
    ],
    ['a socket whose queue is full, as just after a start', 'EAGAIN ENOBUFS'],
    ['no file handles left', 'EMFILE ENFILE'],
    ['a server that starts, stops, recovers or lost a process', '57P01 57P02 57P03 57P05'],
    ['a lost connection by SQLSTATE', '08000 08003 08006 08P01'],
    ['no room: memory, disk, connections', '53100 53200 53300'],
    ['a transaction given up for another, or after its time', '40001 40P01 55P03 57014 25P02 25P03'],
    ['a file of the server that went with a crash', '58030 58P01'],
  ])('%s', (_what, codes) => {
    for (const code of codes.split(' ')) {
      expect([code, isTransient(coded(code))]).toEqual([code, true])
      expect(toAppError(coded(code))).toBeInstanceOf(Unavailable)
    }
  })

  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Received unexpected rowDescription message from backend.',
  ])('an error of the driver without a code: %s', (message) => {
    expect(isTransient(new Error(message))).toBe(true)
    expect(isConnectionLost(new Error(message))).toBe(true)
  })

  test('several at once, when one of them passes', () => {
    expect(isTransient(new AggregateError([new Error('x'), coded('ECONNREFUSED')]))).toBe(true)
  })
})

test('a full disk has its own error, so that somebody makes room', () => {
  expect(toAppError(coded('53100'))).toBeInstanceOf(StorageFull)
  expect(toAppError(coded('53100'))).toMatchObject({ code: 'storage_full', status: 503 })
  expect(toAppError(coded('53200'))).toMatchObject({ code: 'unavailable', status: 503 })
})

describe('what does not pass stays what it is', () => {
  test.each(['23505', '23P01', '22003', '42P01', '0A000', 'XX000', 'ERR_ASSERTION', ''])('%s', (code) => {
    const error = coded(code)
    expect(isTransient(error)).toBe(false)
    expect(toAppError(error)).toBe(error)
  })

  test('an error that is known already', () => {
    const error: AppError = new Conflict('parent_inactive')
    expect(toAppError(error)).toBe(error)
    expect(isTransient('text')).toBe(false)
  })
})

test('a transaction that failed leaves its connection whole; one that is gone does not', () => {
  for (const code of ['40P01', '57014', '25P02', 'EMFILE'])
    expect([code, isConnectionLost(coded(code))]).toEqual([code, false])
  for (const code of ['ECONNRESET', '08006', '57P01', '25P03', 'EAGAIN'])
    expect([code, isConnectionLost(coded(code))]).toEqual([code, true])
})
