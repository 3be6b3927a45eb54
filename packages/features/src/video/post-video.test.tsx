import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { PostVideoView } from '@meadow/contracts/browser'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import PostVideo from './post-video.tsx'

let show: (share: number) => void = () => undefined
let reducesMotion = false
const play = jest.fn(async () => undefined)
const pause = jest.fn()

beforeEach(() => {
  reducesMotion = false
  play.mockClear()
  pause.mockClear()
  HTMLMediaElement.prototype.play = play
  HTMLMediaElement.prototype.pause = pause
  globalThis.matchMedia = (() => ({ matches: reducesMotion })) as unknown as typeof matchMedia
  globalThis.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback) {
      show = (share) => act(() => callback([{ intersectionRatio: share } as IntersectionObserverEntry], this as never))
    }
    observe() {}
    disconnect() {}
  } as never
})

const aVideo = (fields: Partial<PostVideoView> = {}): PostVideoView => ({
  _id: 'video',
  status: 'ready',
  url: '/media/p/ann/a.mp4',
  durationMs: 65_000,
  width: 640,
  height: 360,
  poster: null,
  captions: null,
  ...fields,
})

const openVideo = (fields: Partial<PostVideoView> = {}) => {
  const { container } = render(<PostVideo video={aVideo(fields)} isDetail={false} />)
  return { container, track: () => container.querySelector('track') }
}

describe('PostVideo', () => {
  it('plays muted while it is seen, and stops when it is not', () => {
    openVideo()
    const player = screen.getByLabelText<HTMLVideoElement>('Video, 1:05')
    expect(player.muted).toBe(true)
    expect(play).not.toHaveBeenCalled()
    show(0.5)
    expect(play).not.toHaveBeenCalled()
    show(1)
    expect(play).toHaveBeenCalledTimes(1)
    show(0.2)
    expect(pause).toHaveBeenCalledTimes(1)
  })

  it('does not play by itself for who wants less motion', () => {
    reducesMotion = true
    openVideo()
    show(1)
    expect(play).not.toHaveBeenCalled()
    expect(screen.getByLabelText('Video, 1:05')).toHaveAttribute('controls')
  })

  it('shows its captions', () => {
    expect(openVideo({ captions: '/media/p/ann/b.vtt' }).track()).toHaveAttribute('src', '/media/p/ann/b.vtt')
  })

  it('says that it is processed or cannot be played, and plays again on request', async () => {
    openVideo({ status: 'processing', url: null })
    expect(screen.getByRole('status')).toHaveTextContent('The video is getting ready to play')
    openVideo({ status: 'failed', url: null })
    expect(screen.getByText("This video couldn't be processed")).toBeVisible()
    openVideo()
    fireEvent.error(screen.getByLabelText('Video, 1:05'))
    expect(screen.getByRole('alert')).toHaveTextContent("Couldn't play this video")
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getByLabelText('Video, 1:05')).toBeInTheDocument()
  })
})
