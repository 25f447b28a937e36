import { expect, test } from 'vitest'
import { networkOf, networksOf } from './network.ts'

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['10.1.2.3:50000', '10.1.2.3'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2'],
  ['', 'unknown'],
  ['a name', 'unknown'],
  ['10.1.2.3:50000:1', 'unknown'],
])('the network of %s is %s', (ip, network) => expect(networkOf(ip)).toBe(network))

test.each([
  ['10.1.2.3', ['10.1.2.3']],
  ['::ffff:10.1.2.3', ['10.1.2.3']],
  ['2001:db8:1:2fe::9', ['2001:db8:1:2fe', '2001:db8:1:200/56', '2001:db8:1/48']],
  ['2001:db8:1:ff::9', ['2001:db8:1:ff', '2001:db8:1:0/56', '2001:db8:1/48']],
  ['2001:db8::9', ['2001:db8:0:0', '2001:db8:0:0/56', '2001:db8:0/48']],
])('the networks of %s are %j', (ip, networks) => expect(networksOf(ip)).toEqual(networks))
