import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../setup/place.mjs'
import { dataFindings } from './data.ts'

const text = (path: string): string => readFileSync(join(root, path), 'utf8')

describe('the kinds of data with their protection and retention', () => {
  const migrations = 'create table a (x int);\ncreate table b (x int);\ncreate table c (x int);\ndrop table c;'
  const row = (...tables: string[]) =>
    `| things | ${tables.map((name) => `\`${name}\``).join(', ')} | personal | 30 days |`

  test('name every table once, and none that does not exist', () => {
    expect(dataFindings(row('a', 'b'), migrations)).toEqual([])
    expect(dataFindings(row('a'), migrations)).toEqual(['The table b is in no row.'])
    expect(dataFindings(row('a', 'b', 'c'), migrations)).toEqual(['There is no table c.'])
    expect(dataFindings(`${row('a', 'b')}\n${row('b')}`, migrations)).toEqual(['b is there twice.'])
  })

  test('are those of the database', () => {
    const files = globSync('packages/server/src/db/migrations/*.sql', { cwd: root }).sort()
    expect(dataFindings(text('docs/data.md'), files.map(text).join('\n'))).toEqual([])
  })
})
