import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { PostVideoView } from '@meadow/contracts/browser'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import PostVideo from './post-video.tsx'

let show: (share: number, index?: number) => void = () => undefined
let reducesMotion = false
const callbacks: ((share: number) => void)[] = []
const play = jest.fn(async function (this: HTMLVideoElement) {
  act(() => void this.dispatchEvent(new Event('play')))
})
const pause = jest.fn(function (this: HTMLVideoElement) {
  act(() => void this.dispatchEvent(new Event('pause')))
})

beforeEach(() => {
  reducesMotion = false
  callbacks.length = 0
  play.mockClear()
  pause.mockClear()
  HTMLMediaElement.prototype.play = play
  HTMLMediaElement.prototype.pause = pause
  globalThis.matchMedia = (() => ({ matches: reducesMotion })) as unknown as typeof matchMedia
  globalThis.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback) {
      callbacks.push((share) => callback([{ intersectionRatio: share } as IntersectionObserverEntry], this as never))
      show = (share, index = callbacks.length - 1) => act(() => callbacks[index]?.(share))
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
    expect(openVideo().track()).toBeNull()
  })

  it('says that it is processed or cannot be played, and plays again on request', async () => {
    openVideo({ status: 'processing', url: null })
    expect(screen.getByRole('status')).toHaveTextContent('The video is getting ready to play')
    openVideo({ status: 'failed', url: null })
    expect(screen.getByText("This video couldn't be processed")).toBeVisible()
    openVideo()
    fireEvent.play(screen.getByLabelText('Video, 1:05'))
    fireEvent.error(screen.getByLabelText('Video, 1:05'))
    expect(screen.getByRole('alert')).toHaveTextContent("Couldn't play this video")
    const focus = jest.spyOn(HTMLVideoElement.prototype, 'focus')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(focus).toHaveBeenCalledTimes(1)
    expect(focus.mock.contexts).toEqual([screen.getByLabelText('Video, 1:05')])
    expect(play).toHaveBeenCalledTimes(1)
  })

  it('keeps its poster quietly if it fails before the member has asked it to play', async () => {
    openVideo()
    show(1)
    fireEvent.error(screen.getByLabelText('Video, 1:05'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Play video, 1:05' }))
    expect(play).toHaveBeenCalledTimes(2)
    fireEvent.error(screen.getByLabelText('Video, 1:05'))
    expect(screen.getByRole('alert')).toHaveTextContent("Couldn't play this video")
  })

  it('stays paused after the member has paused it, until it was out of sight', () => {
    openVideo()
    show(1)
    fireEvent.pause(screen.getByLabelText('Video, 1:05'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(play).toHaveBeenCalledTimes(1)
    show(0)
    show(1)
    expect(play).toHaveBeenCalledTimes(2)
  })

  it('does not stop a video that the member has begun, hears, or watches in a window of its own', () => {
    openVideo()
    openVideo()
    const [first] = screen.getAllByLabelText<HTMLVideoElement>('Video, 1:05')
    if (!first) throw new Error('The first video is missing')
    fireEvent.play(first)
    show(1, 1)
    expect(play).not.toHaveBeenCalled()
    show(0, 1)
    fireEvent.pause(first)
    show(1, 0)
    show(0, 0)
    show(1, 0)
    expect(play).toHaveBeenCalledTimes(1)
    first.muted = false
    show(1, 1)
    expect(play).toHaveBeenCalledTimes(1)
    show(0, 1)
    first.muted = true
    Object.assign(document, { pictureInPictureElement: first })
    show(1, 1)
    expect(play).toHaveBeenCalledTimes(1)
    show(0, 1)
    Object.assign(document, { pictureInPictureElement: null })
    show(1, 1)
    expect(play).toHaveBeenCalledTimes(2) // it takes the place of one that plays by itself, muted
  })
})
