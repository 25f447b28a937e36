import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isLoopback, readConfig } from './config.ts'
import { usualRates } from './platform/http/rate-limit.ts'

describe('settings', () => {
  it('have defaults that reach no further than this machine', () => {
    const config = readConfig({}, [])
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, mqttPort: 1883, empty: false })
    expect(config.dataFolder).toBe(resolve('data'))
    expect([config.databaseUrl, config.demoPassword, config.metricsToken]).toEqual([undefined, undefined, undefined])
  })

  it('come from the environment, and an empty one counts as absent', () => {
    const environment = { PORT: '9000', MQTT_PORT: ' 9001 ', HOST: '0.0.0.0', DATABASE_URL: '', MILLWATCH_DATA: '/d' }
    const config = readConfig(environment, ['--empty'])
    expect(config).toMatchObject({ host: '0.0.0.0', port: 9000, mqttPort: 9001, dataFolder: '/d', empty: true })
    expect(config.databaseUrl).toBeUndefined()
  })

  it('name folder and time of the backups that the server makes, and make none without the folder', () => {
    expect(readConfig({}, []).backups).toBeUndefined()
    expect(readConfig({ BACKUP_AT: '04:30' }, []).backups).toBeUndefined()
    expect(readConfig({ BACKUP_FOLDER: '/b' }, []).backups).toEqual({ folder: '/b', at: { hour: 1, minute: 20 } })
    const later = readConfig({ BACKUP_FOLDER: '/b', BACKUP_AT: '23:05' }, [])
    expect(later.backups?.at).toEqual({ hour: 23, minute: 5 })
    expect(readConfig({ BACKUP_FOLDER: '/b', BACKUP_CONTINUOUS: 'on' }, []).backups?.isContinuous).toBe(true)
    expect(() => readConfig({ BACKUP_CONTINUOUS: 'on' }, [])).toThrow('BACKUP_CONTINUOUS needs BACKUP_FOLDER')
    const elsewhere = { BACKUP_FOLDER: '/b', BACKUP_CONTINUOUS: 'on', DATABASE_URL: 'postgres://u:p@db/millwatch' }
    expect(() => readConfig(elsewhere, [])).toThrow('is for the embedded database')
  })

  it('name a storage for backups, which needs a key', () => {
    const key = { BACKUP_S3_KEY_ID: 'id', BACKUP_S3_SECRET: 'hidden' }
    const storageOf = (address: string, more: Record<string, string> = key) =>
      readConfig({ BACKUP_S3: address, ...more }, []).backupStorage
    expect(readConfig(key, []).backupStorage).toBeUndefined()
    expect(storageOf('https://s3.example:9000/a/b/c%20d')).toEqual({
      ...{ endpoint: 'https://s3.example:9000', bucket: 'a', prefix: 'b/c d/', region: 'us-east-1' },
      key: { id: 'id', secret: 'hidden' },
    })
    expect(storageOf('http://127.0.0.1/a', { ...key, BACKUP_S3_REGION: 'x' })).toMatchObject({
      prefix: '',
      region: 'x',
    })
    for (const address of ['s3.example/a', 'https://s3.example', 'http://s3.example/a', 'https://u:p@s3.example/a'])
      expect(() => storageOf(address)).toThrow('BACKUP_S3 looks like https://')
    expect(() => storageOf('https://s3.example/a', {})).toThrow('needs BACKUP_S3_KEY_ID and BACKUP_S3_SECRET')
    const folder = { BACKUP_FOLDER: '/b', BACKUP_S3: 'https://s3.example/a', ...key }
    expect(readConfig(folder, []).backups).toMatchObject({ folder: '/b', isSent: true })
  })

  const bad: [string, string][] = [
    ['PORT', '0'],
    ['BACKUP_AT', '24:00'],
    ['BACKUP_AT', 'night'],
    ['BACKUP_CONTINUOUS', 'yes'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['MQTT_PORT', '-1'],
    ['DATABASE_URL', 'mysql://a/b'],
    ['DATABASE_URL', 'postgres://host'],
    ['METRICS_TOKEN', 'short'],
    ['MILLWATCH_DEMO_PASSWORD', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_URL', 'millwatch.example'],
    ['PUBLIC_URL', 'ftp://millwatch.example'],
    ['PUBLIC_URL', 'https://millwatch.example/app'],
    ['PUBLIC_URL', 'https://user@millwatch.example'],
    ['SMTP_URL', 'mail.plant.example'],
    ['SMTP_URL', 'https://mail.plant.example'],
    ['MAIL_FROM', 'Millwatch <millwatch@plant.example>'],
    ['MAIL_FROM', 'millwatch'],
    ['PASSWORD_POLICY', 'strong'],
    ['RATE_LIMITS', 'none'],
    ['RATE_LIMITS', '0'],
    ['RATE_LIMITS', '-1'],
    ['DISK_RESERVE', '2GB'],
    ['DISK_RESERVE', '100%'],
    ['DISK_RESERVE', '-1MiB'],
  ]
  it.each(bad)('that make no sense are refused by name: %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value }, [])).toThrow(name)
  })

  it('take a certificate and its key, both or neither', () => {
    expect(readConfig({}, []).tls).toBeUndefined()
    const files = { TLS_CERT: '/c.pem', TLS_KEY: '/k.pem' }
    expect(readConfig(files, [])).toMatchObject({ tls: { cert: '/c.pem', key: '/k.pem' }, mqttsPort: 8883 })
    expect(() => readConfig({ TLS_CERT: '/c.pem' }, [])).toThrow('TLS_CERT is set and TLS_KEY is not')
    expect(() => readConfig({ TLS_KEY: '/k.pem', TLS_CERT: '' }, [])).toThrow('TLS_KEY is set and TLS_CERT is not')
    expect(() => readConfig({ ...files, MQTTS_PORT: '1883' }, [])).toThrow('MQTT_PORT and MQTTS_PORT are both 1883')
    expect(() => readConfig({ MQTTS_PORT: '1883' }, [])).not.toThrow()
  })

  it('say how much of the disk devices leave: the usual, a share, a size or nothing', () => {
    const reserve = (value?: string) => readConfig(value === undefined ? {} : { DISK_RESERVE: value }, []).diskReserve
    expect([reserve(), reserve('10%'), reserve('500MiB'), reserve('4GiB'), reserve('0')]).toEqual([
      'usual',
      { ratio: 0.1 },
      { bytes: 500 * 1024 ** 2 },
      { bytes: 4 * 1024 ** 3 },
      { bytes: 0 },
    ])
  })

  it('say how often each may ask: as usual, so many times that, or as often as they like', () => {
    expect(readConfig({}, []).rates).toEqual(usualRates)
    expect(readConfig({ RATE_LIMITS: '0.5' }, []).rates?.read).toEqual({ perS: 500, burst: 5_000 })
    expect(readConfig({ RATE_LIMITS: '0.01' }, []).rates?.sign_in.burst).toBe(2)
    expect(readConfig({ RATE_LIMITS: 'off' }, []).rates).toBeNull()
  })

  it('never show a connection string, which may hold a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://me:hidden-word@host/db' }, [])).not.toThrow('hidden-word')
  })

  it.each(['me:hidden%zz@host/db', 'me:hidden@%zz/db', 'me:hidden@host/db%', 'me:hidden%@host/db'])(
    'refuse a database URL with a %% that begins no code, and say how to write it: %s',
    (rest) => {
      const read = () => readConfig({ DATABASE_URL: `postgres://${rest}` }, [])
      expect(read).toThrow('Write %25 for %')
      expect(read).not.toThrow('hidden')
    },
  )

  it('take a database URL with codes for special characters', () => {
    const url = 'postgres://me:p%40%2F%23%25@host/db'
    expect(readConfig({ DATABASE_URL: url }, []).databaseUrl).toBe(url)
  })

  it('send mail where there is a server and a sender, and never show the password of the server', () => {
    const from = 'millwatch@plant.example'
    const url = 'smtps://me:hidden-word@mail.plant.example'
    expect(readConfig({ SMTP_URL: url, MAIL_FROM: from }, []).smtp).toEqual({ url, from })
    expect(readConfig({ MAIL_FROM: from }, []).smtp).toBeUndefined()
    expect(() => readConfig({ SMTP_URL: url }, [])).toThrow('MAIL_FROM')
    expect(() => readConfig({ SMTP_URL: 'pop3://me:hidden-word@host' }, [])).not.toThrow('hidden-word')
  })

  it('take the public address without what belongs to no origin', () => {
    expect(readConfig({ PUBLIC_URL: 'https://Millwatch.example:443/' }, []).publicUrl).toBe('https://millwatch.example')
  })

  it('want two ports, and no argument but --empty', () => {
    expect(() => readConfig({ PORT: '1883' }, [])).toThrow('MQTT_PORT')
    expect(() => readConfig({}, ['--emtpy'])).toThrow('--emtpy')
  })

  it.each([
    ['127.0.0.1', true],
    ['127.1.2.3', true],
    ['::1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.1.4', false],
  ])('know whether only this machine reaches %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected)
  })
})
