import { describe, expect, test } from 'vitest'
import { authorizationOf, EMPTY_SHA256, encode, queryText, type Signable } from './sign.ts'

const signatureIn = (header: string) => /Signature=([0-9a-f]{64})$/.exec(header)?.[1]

/** Requests and signatures of the test suite that AWS published for Signature Version 4. */
describe('A request of the published test suite is signed as there', () => {
  const key = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
  const scope = { region: 'us-east-1', service: 'service', at: Date.parse('2015-08-30T12:36:00Z') }
  const sign = (request: Partial<Signable>) =>
    authorizationOf(
      {
        ...{ method: 'GET', path: '/', query: {}, bodySha256: EMPTY_SHA256 },
        headers: { host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z' },
        ...request,
      },
      scope,
      key,
    )
  test.each([
    ['get-vanilla', {}, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    ['post-vanilla', { method: 'POST' }, '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      'get-vanilla-query-order-key-case',
      { query: { Param2: 'value2', Param1: 'value1' } },
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    [
      'get-unreserved',
      { path: '/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' },
      '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
    ],
  ])('%s', (_, request, signature) => {
    expect(signatureIn(sign(request))).toBe(signature)
  })

  test('its header names key, scope and the headers that are signed', () => {
    expect(sign({})).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
        'SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    )
  })
})

/** Examples of the documentation of Amazon S3, "Authenticating requests: using the authorization header". */
describe('A request to the storage is signed as in its documentation', () => {
  const key = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
  const scope = { region: 'us-east-1', service: 's3', at: Date.parse('2013-05-24T00:00:00Z') }
  const host = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' }
  const sign = ({ headers, bodySha256 = EMPTY_SHA256, ...request }: Partial<Signable>) =>
    signatureIn(
      authorizationOf(
        {
          ...{ method: 'GET', path: '/', query: {}, bodySha256 },
          headers: { ...host, 'x-amz-content-sha256': bodySha256, ...headers },
          ...request,
        },
        scope,
        key,
      ),
    )

  test('an object, in part', () => {
    expect(sign({ path: '/test.txt', headers: { range: 'bytes=0-9' } })).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
  })
  test('a new object', () => {
    const request = {
      ...{ method: 'PUT', path: `/${encode('test$file.text')}` },
      bodySha256: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    }
    expect(sign(request)).toBe('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd')
  })
  test('a setting of the bucket, a parameter without a value', () => {
    expect(sign({ query: { lifecycle: '' } })).toBe('fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543')
  })
  test('a list', () => {
    expect(sign({ query: { 'max-keys': '2', prefix: 'J' } })).toBe(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    )
  })
})

test('a query is sorted by its names, also where one name begins with another', () => {
  expect(queryText({ 'list-type': '2', list: 'x', a1: '1', a: '2' })).toBe('a=2&a1=1&list=x&list-type=2')
})
