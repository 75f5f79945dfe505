import { useMutation } from '@tanstack/react-query';
import { LONG_CHANGE } from '../toasts/long-changes';
import { isUpload, uploadImage } from './image-uploads';

/** Uploads the new images of a form, unless they are uploaded already, and puts their addresses in place of them. */
export function useImageUploads(): <Body extends { images?: string[] }>(body: Body) => Promise<Body> {
  const { mutateAsync } = useMutation({ meta: LONG_CHANGE, mutationFn: uploadImage });
  return async (body) => {
    if (!body.images) return body;
    const images = body.images.map(async (image) => (isUpload(image) ? mutateAsync(image) : image));
    return { ...body, images: await Promise.all(images) };
  };
}
