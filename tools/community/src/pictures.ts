import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const FOLDER = resolve(import.meta.dirname, '../pictures')

const readPicture = (folder: string, name: string): Promise<Buffer> => readFile(join(FOLDER, folder, `${name}.webp`))

/** Reads the picture that posts and messages show under this name. @throws Error if there is no such file */
export const readPostPicture = (name: string): Promise<Buffer> => readPicture('posts', name)

export const readAvatar = (username: string): Promise<Buffer> => readPicture('avatars', username)

export const readCover = (username: string): Promise<Buffer> => readPicture('covers', username)

const VIDEOS = resolve(FOLDER, '../videos')

/** Reads a video of a post or message. @throws Error if there is no such file */
export const readVideo = (name: string): Promise<Buffer> => readFile(join(VIDEOS, `${name}.mp4`))

/** Reads the captions of a video of a post. @throws Error if there is no such file */
export const readCaptions = (name: string): Promise<string> => readFile(join(VIDEOS, `${name}.vtt`), 'utf8')
