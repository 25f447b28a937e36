import { expect, test } from 'vitest'
import { originOfAddress, requireAddress } from './address.ts'

test('an address is kept as the standard writes it', () => {
  expect(requireAddress('https://Addin.example')).toBe('https://addin.example/')
  expect(requireAddress('HTTPS://addin.example:8443/a/../b?x=1#part')).toBe('https://addin.example:8443/b?x=1#part')
  expect(originOfAddress('https://addin.example:443/x')).toBe('https://addin.example')
  expect(originOfAddress(requireAddress('https://bücher.example/'))).toBe('https://xn--bcher-kva.example')
})

test('anything but https to a named host without credentials is refused', () => {
  const refused = [
    '',
    'addin.example',
    '//addin.example/x',
    'http://addin.example/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://addin.example',
    'java\tscript:alert(1)',
    ' https://addin.example/',
    'https://addin.example/\n',
    'https:\\\\addin.example\\x',
    'https://addin.example\\@evil.example/',
    'https:addin.example',
    'https:///addin.example',
    'https://',
    'https://user@addin.example/',
    'https://user:secret@addin.example/',
    'https://:secret@addin.example/',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://addin.example/1',
    'file:///etc/passwd',
    'view-source:https://addin.example/',
    `https://addin.example/${'x'.repeat(2000)}`,
  ]
  for (const typed of refused) expect(() => requireAddress(typed), typed).toThrow(/must begin with https/)
})
