import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from '@millwatch/lab/app/certificate'
import { afterAll, expect, test, vi } from 'vitest'
import { silentLogger } from './logger.ts'
import { Certificate } from './tls.ts'

const folder = mkdtempSync(join(tmpdir(), 'millwatch-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const first = selfSigned()
const other = selfSigned()
const files = { cert: file('cert.pem', first.cert), key: file('key.pem', first.key) }

test.each([
  ['a file that is not there', { ...files, cert: join(folder, 'none.pem') }, 'TLS_CERT cannot be read'],
  ['a key that is not there', { ...files, key: join(folder, 'none.pem') }, 'TLS_KEY cannot be read'],
  ['a folder', { ...files, cert: folder }, 'TLS_CERT cannot be read'],
  ['no certificate', { ...files, cert: file('text', 'hello') }, 'TLS_CERT is no certificate in PEM'],
  ['an empty file', { ...files, key: file('empty', '') }, 'TLS_KEY'],
  ['no key', { ...files, key: files.cert }, 'TLS_KEY is no private key in PEM'],
  ['the key of another', { ...files, key: file('other.pem', other.key) }, 'TLS_KEY does not belong to the certificate'],
])('A certificate with %s stops the start with words about it', (_what, badFiles, text) => {
  expect(() => new Certificate(badFiles, silentLogger)).toThrow(text)
})

test('Files that change are taken up, and left alone while they do not belong together', () => {
  const mine = { cert: file('mine.pem', first.cert), key: file('mine.key', first.key) }
  const certificate = new Certificate(mine, silentLogger)
  certificate.look()
  expect(certificate.options.cert.toString()).toBe(first.cert)
  file('mine.pem', other.cert)
  certificate.look()
  expect(certificate.options.cert.toString()).toBe(first.cert)
  file('mine.key', other.key)
  certificate.look()
  expect(certificate.options.cert.toString()).toBe(other.cert)
  const warn = vi.spyOn(silentLogger, 'warn')
  rmSync(mine.cert)
  for (let look = 0; look < 3; look++) certificate.look()
  expect(certificate.options.cert.toString()).toBe(other.cert)
  expect(warn).toHaveBeenCalledOnce()
  file('mine.pem', other.cert)
  certificate.look()
  rmSync(mine.cert)
  certificate.look()
  expect(warn).toHaveBeenCalledTimes(2)
  warn.mockRestore()
  certificate.stop()
})

const certificateUntil = (until: string, keyMode = 0o600) => {
  const made = selfSigned('localhost', until)
  const paths = { cert: file(`until-${until}.pem`, made.cert), key: file(`until-${until}.key`, made.key) }
  chmodSync(paths.key, keyMode)
  const certificate = new Certificate(paths, silentLogger)
  certificate.stop()
  return certificate
}
const now = Date.parse('2026-11-24T12:00:00Z')

test.each([
  ['20261124115959Z', 0o600, 'The certificate of TLS_CERT expired on 2026-11-24'],
  ['20261203120000Z', 0o600, 'The certificate of TLS_CERT expires on 2026-12-03'],
  ['20270124120000Z', 0o644, 'Every user of this machine can read the private key in TLS_KEY'],
  ['20270124120000Z', 0o640, undefined],
  ['20270124120000Z', 0o600, undefined],
])('A certificate that is good until %s, with a key of mode %o, has the warning %s', (until, mode, text) => {
  const warning = certificateUntil(until, mode).warning(now)
  if (text === undefined) expect(warning).toBeUndefined()
  else expect(warning).toContain(text)
})

test('A certificate whose time has not begun has a warning', () => {
  expect(certificateUntil('20270124120001Z').warning(Date.parse('2019-12-31T00:00:00Z'))).toContain(
    'is not valid before',
  )
})
