import type { UploadedImagesDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { failureOf } from '@ecom-crm/openapi/http';
import { getUploadImagesUrl } from '@ecom-crm/openapi/images/images';

/** Sends a picture and answers its address; says how much of it is sent, from 0 to 1, which `fetch` cannot. */
export function sendImage(file: Blob, onProgress: (sent: number) => void): Promise<string> {
  const form = new FormData();
  form.append('files', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new TypeError('The server cannot be reached'));
    request.onload = () => {
      const { status, statusText, responseText } = request;
      const requestId = request.getResponseHeader('x-request-id');
      if (status !== 201) reject(failureOf({ status, statusText, requestId }, responseText));
      else resolve((JSON.parse(responseText) as UploadedImagesDto).images[0]);
    };
    request.open('POST', getUploadImagesUrl());
    request.withCredentials = true;
    request.send(form);
  });
}
