import { describe, expect, it } from '@jest/globals'
import type { MediaView } from '@meadow/contracts/browser'
import { render, screen } from '@testing-library/react'
import { PostPicture } from './post-picture.tsx'

const url = '/media/p/a/m'
const media: MediaView = {
  _id: 'm',
  secure_url: url,
  url,
  width: 1000,
  height: 2000,
  placeholder: 'FWgBBYCHh4h4d3eEeIeIf4eIgIj3',
  sources: [
    { url: `${url}-480`, width: 480 },
    { url, width: 1000 },
  ],
  alt: 'A tall tree',
}
const shown = () => screen.getByRole<HTMLImageElement>('img', { name: 'A tall tree' })

describe('PostPicture', () => {
  it('sets srcset and sizes, and shows a placeholder', () => {
    render(<PostPicture media={media} />)
    expect(shown().srcset).toBe('/media/p/a/m-480 480w, /media/p/a/m 1000w')
    expect(shown().sizes).toContain('100vw')
    expect(shown().style.backgroundImage).toMatch(/data:image\/png/)
  })

  it('crops a tall picture in a feed, not on the post page', () => {
    const { rerender } = render(<PostPicture media={media} />)
    expect(shown().style.aspectRatio).toBe('0.8')
    rerender(<PostPicture media={media} whole />)
    expect(shown().style.aspectRatio).toBe('0.5')
  })
})
