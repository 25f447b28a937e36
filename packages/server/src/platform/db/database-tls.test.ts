import pg from 'pg'
import { expect, test } from 'vitest'
import { type DatabaseTls, databaseTls, databaseTlsWarning } from './database-tls.ts'

const at = (host: string, query = '') => `postgres://millwatch:p%40ss@${host}:5432/millwatch${query}`

const cases: readonly [url: string, tls: DatabaseTls][] = [
  [at('db.example'), 'none'],
  [at('db.example', '?sslmode=disable'), 'none'],
  [at('db.example', '?ssl=0'), 'none'],
  [at('db.example', '?sslmode=no-verify'), 'unchecked'],
  [at('db.example', '?sslmode=require&uselibpqcompat=true'), 'unchecked'],
  [at('db.example', '?sslmode=require'), 'checked'],
  [at('db.example', '?sslmode=verify-full'), 'checked'],
  [at('db.example', '?ssl=true'), 'checked'],
  [at('10.1.2.3', '?application_name=x'), 'none'],
]

test.each(cases)('connections by %s are %s, as the driver reads it', (url, tls) => {
  expect(databaseTls(url)).toBe(tls)
  const { ssl } = new pg.Client({ connectionString: url }) as unknown as { ssl: boolean | pg.ConnectionConfig['ssl'] }
  const isEncrypted = ssl !== false && ssl !== undefined
  const isChecked = isEncrypted && !(typeof ssl === 'object' && ssl.rejectUnauthorized === false)
  expect([isEncrypted, isChecked]).toEqual([tls !== 'none', tls === 'checked'])
})

test.each([
  at('localhost'),
  at('127.0.0.1'),
  at('[::1]'),
  'postgres:///millwatch?host=/run/postgresql',
  'postgres://u@/m?host=%2Frun',
])('connections by %s stay on this machine', (url) => expect(databaseTls(url)).toBe('local'))

test('the mode of the environment counts where the URL has none', () => {
  expect(databaseTls(at('db.example'), 'verify-full')).toBe('checked')
  expect(databaseTls(at('db.example', '?sslmode=disable'), 'verify-full')).toBe('none')
  expect(databaseTls(at('db.example', '?ssl=0'), 'verify-full')).toBe('none')
})

test('the start warns of connections that are not encrypted or not checked, and says what to do', () => {
  for (const tls of ['none', 'unchecked'] as const) expect(databaseTlsWarning(tls)).toContain('sslmode=verify-full')
  for (const tls of ['local', 'checked'] as const) expect(databaseTlsWarning(tls)).toBeUndefined()
})

test('a password with an @ does not pass for the name of this machine', () => {
  expect(databaseTls('postgres://millwatch:p@127.0.0.1.x@db.example:5432/millwatch')).toBe('none')
})
