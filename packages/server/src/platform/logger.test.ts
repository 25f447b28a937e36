import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

test('An error is logged with its message, stack, code and cause, and nothing that a library hung on it', () => {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const cause = Object.assign(new Error('lost'), { code: '57P01', client: { secretKey: 7, values: ['canary'] } })
  const error = Object.assign(new TypeError('outer', { cause }), { detail: 'Key (email)=(canary) exists' })
  createLogger({ destination }).warn({ err: error }, 'Failed')
  expect(JSON.parse(lines.join(''))).toMatchObject({
    msg: 'Failed',
    err: {
      type: 'TypeError',
      message: 'outer',
      stack: expect.stringContaining('logger.test.ts'),
      cause: { message: 'lost', code: '57P01' },
    },
  })
  expect(lines.join('')).not.toMatch(/canary|secretKey/)
})
