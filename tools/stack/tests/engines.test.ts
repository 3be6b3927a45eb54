import { describe, expect, it } from '@jest/globals'
import { readOrCreateDataFile } from '../src/data-file.ts'
import { toInstallationUrls } from '../src/engines.ts'
import { createTestFolder } from './fixtures.ts'

describe('an installation on shared engines', () => {
  it('has its own topics, key prefix, buckets and databases', () => {
    const urls = {
      BUS_URL: 'kafka://127.0.0.1:29092',
      CHAT_BUS_URL: 'kafka://chat:secret@127.0.0.1:29094?sasl=plain',
      STATE_URL: 'redis://127.0.0.1:26380',
      MEDIA_URL: 's3://key:secret@127.0.0.1:29000/meadow',
      CHAT_MEDIA_URL: 's3://chat:secret@127.0.0.1:29000/chat',
      CHAT_STORE_URL: 'mongodb://127.0.0.1:27217/meadow_chat?directConnection=true',
    }
    expect(toInstallationUrls(urls, 'm1')).toEqual({
      BUS_URL: 'kafka://127.0.0.1:29092/m1',
      CHAT_BUS_URL: 'kafka://chat:secret@127.0.0.1:29094/m1?sasl=plain',
      STATE_URL: 'redis://127.0.0.1:26380?prefix=m1',
      POSTS_MEDIA_URL: 's3://key:secret@127.0.0.1:29000/m1-posts',
      CHAT_MEDIA_URL: 's3://chat:secret@127.0.0.1:29000/m1-chat',
      CHAT_STORE_URL: 'mongodb://127.0.0.1:27217/meadow_chat_m1?directConnection=true',
    })
  })

  it('has the same id after a restart', async () => {
    await using folder = await createTestFolder()
    const first = await readOrCreateDataFile(folder.path, 'installation-id', () => 'm1')
    expect([first, await readOrCreateDataFile(folder.path, 'installation-id', () => 'm2')]).toEqual(['m1', 'm1'])
  })
})
