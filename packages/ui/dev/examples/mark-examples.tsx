import { Avatar, Badge, BrandLogo, BrandMark, Tag, Time } from '@meadow/ui'
import { Leaf } from 'lucide-react'
import { Example } from '../example.tsx'

const PICTURE_URL = new URL('../../src/default-cover/noon.svg', import.meta.url).href
const MINUTE_MS = 60_000
const AGES_MS = [0, 5 * MINUTE_MS, 3 * 60 * MINUTE_MS, 2 * 24 * 60 * MINUTE_MS, 400 * 24 * 60 * MINUTE_MS]

export function MarkExamples() {
  const now = new Date()
  return (
    <>
      <Example name="Avatar: initials, online, picture, sizes">
        <Avatar name="Wren Ashby" />
        <Avatar name="Mara" online />
        <Avatar name="Jonas Okoro" src={PICTURE_URL} />
        <Avatar name="Lena Vogel" size={28} />
        <Avatar name="Inês Duarte" size={72} src={PICTURE_URL} online />
        <Avatar name="" />
      </Example>
      <Example name="Badge: 1, 12, more than 99">
        <Badge count={1} />
        <Badge count={12} />
        <Badge count={100} />
      </Example>
      <Example name="Brand and its mark">
        <BrandLogo />
        <BrandMark size={48} />
      </Example>
      <Example name="Tag: accent, neutral, with an icon">
        <Tag>New</Tag>
        <Tag tone="neutral">Follows you</Tag>
        <Tag icon={<Leaf size={14} aria-hidden="true" />}>Today</Tag>
      </Example>
      <Example name="Time: from now to long ago">
        {AGES_MS.map((age) => (
          <Time key={age} at={new Date(now.getTime() - age)} now={now} />
        ))}
      </Example>
    </>
  )
}
