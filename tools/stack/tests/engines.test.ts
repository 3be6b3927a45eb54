import { describe, expect, it } from '@jest/globals'
import { ownParts } from '../src/engines.ts'
import { keptIn } from '../src/kept.ts'
import { aFolder } from './given.ts'

describe('an installation on engines that others share', () => {
  it('has topics, names, buckets and databases of its own', () => {
    const urls = {
      BUS_URL: 'kafka://127.0.0.1:29092',
      STATE_URL: 'redis://127.0.0.1:26380',
      MEDIA_URL: 's3://key:secret@127.0.0.1:29000/meadow',
      CHAT_STORE_URL: 'mongodb://127.0.0.1:27217/meadow_chat?directConnection=true',
    }
    expect(ownParts(urls, 'm1')).toEqual({
      BUS_URL: 'kafka://127.0.0.1:29092/m1',
      STATE_URL: 'redis://127.0.0.1:26380?prefix=m1',
      POSTS_MEDIA_URL: 's3://key:secret@127.0.0.1:29000/m1-posts',
      CHAT_MEDIA_URL: 's3://key:secret@127.0.0.1:29000/m1-chat',
      CHAT_STORE_URL: 'mongodb://127.0.0.1:27217/meadow_chat_m1?directConnection=true',
    })
  })

  it('keeps its name from one start to the next', async () => {
    await using folder = await aFolder()
    const first = await keptIn(folder.path, 'installation', () => 'm1')
    expect([first, await keptIn(folder.path, 'installation', () => 'm2')]).toEqual(['m1', 'm1'])
  })
})
