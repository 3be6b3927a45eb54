import { Button } from '@meadow/ui'
import { PictureViewer } from '@meadow/ui/picture-viewer'
import { useState } from 'react'
import { Example } from '../example.tsx'

const PICTURES = [
  { src: new URL('../../src/default-cover/morning.svg', import.meta.url).href, alt: 'Hills in the morning' },
  { src: new URL('../../src/default-cover/noon.svg', import.meta.url).href, alt: 'Hills at noon' },
  { src: new URL('../../src/default-cover/dusk.svg', import.meta.url).href, alt: 'Hills at dusk' },
  { src: new URL('../../src/default-cover/night.svg', import.meta.url).href, alt: '' },
].map((picture) => ({ ...picture, width: 1200, height: 400 }))

export function ViewerExamples() {
  const [count, setCount] = useState(0)
  return (
    <Example name="PictureViewer">
      <Button variant="soft" onClick={() => setCount(1)}>
        View a picture
      </Button>
      <Button variant="soft" onClick={() => setCount(PICTURES.length)}>
        View the second of four
      </Button>
      <PictureViewer
        open={count > 0}
        onClose={() => setCount(0)}
        pictures={PICTURES.slice(0, count)}
        startIndex={count > 1 ? 1 : 0}
      />
    </Example>
  )
}
