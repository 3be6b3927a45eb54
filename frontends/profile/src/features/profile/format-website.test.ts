import { expect, it } from '@jest/globals'
import { formatWebsite } from './format-website.ts'

it.each([
  ['https://example.org/', 'example.org'],
  ['https://example.org:8080/zed/', 'example.org:8080/zed'],
  ['https://example.org/a%20b?tab=1#top', 'example.org/a%20b'],
  ['https://münchen.example/', 'münchen.example'],
  ['https://例え.テスト/', '例え.テスト'],
  ['https://пример.рф/о', 'пример.рф/%D0%BE'],
  ['https://हिन्दी.example/', 'हिन्दी.example'],
  ['https://한국.example/', '한국.example'],
  ['https://exаmple.org/', 'xn--exmple-4nf.org'], // a Cyrillic letter among Latin ones
  ['https://аррӏе.com/', 'xn--80ak6aa92e.com'], // Cyrillic alone, which looks like another name
  ['https://xn--zzzzzzzzz99999999.example/', 'xn--zzzzzzzzz99999999.example'],
])('shows the website %s as %s', (address, text) => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  expect(url ? formatWebsite(url) : text).toBe(text)
})
