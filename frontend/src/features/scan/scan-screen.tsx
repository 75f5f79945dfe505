import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ScreenHead } from '../../components/ui/screen-head';
import { loadCodeReader } from './code-reader';
import { openCode } from './open-code';
import './scan.css';

/** How often a picture of the camera is looked at. */
const LOOK_INTERVAL_MS = 200;
/** A code that is out of sight for less than this is not read once more. */
const SAME_CODE_MS = 3000;

/** Opens a product by the code on it: read by the camera, or typed. */
export function ScanScreen() {
  const navigate = useNavigate();
  const open = (read: string) => {
    const { pathname } = window.location;
    return openCode(read, navigate, { pathname, activeElement: document.activeElement });
  };
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  return (
    <div className="scan-screen">
      <ScreenHead back="/products" backLabel="Back" title="Scan a code" />
      {problem === undefined ? (
        <Camera onCode={(read) => void open(read)} onProblem={setProblem} />
      ) : (
        <p role="status">{problem}</p>
      )}
      <form
        className="scan-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim()) void open(code.trim());
        }}
      >
        <label htmlFor="scan-code">EAN or SKU</label>
        <input
          id="scan-code"
          className="plain-input"
          autoComplete="off"
          inputMode="text"
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <Button type="primary" htmlType="submit" disabled={!code.trim()}>
          Open product
        </Button>
      </form>
      <p className="muted small">A scanner that is connected as a keyboard opens products from every screen.</p>
    </div>
  );
}

interface CameraProps {
  onCode: (code: string) => void;
  /** The camera or the reading of codes is not to be had. */
  onProblem: (text: string) => void;
}

function Camera({ onCode, onProblem }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const found = useEffectEvent(onCode);
  const fail = useEffectEvent(onProblem);
  useEffect(() => {
    // Browsers hide the camera from pages that are neither HTTPS nor on this computer.
    if (window.isSecureContext === false)
      return fail('The browser allows the camera only over HTTPS. Type the code, or use a scanner.');
    let stream: MediaStream | undefined;
    let isOver = false;
    async function start() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      const readCode = await loadCodeReader().catch(() => undefined);
      if (!readCode) return fail('This browser cannot read codes with the camera. Type the code, or use a scanner.');
      let last = { code: '', at: 0 };
      while (!isOver) {
        const code = await readCode(video.current).catch(() => undefined);
        if (code !== undefined && !isOver) {
          const isNew = code !== last.code || performance.now() - last.at > SAME_CODE_MS;
          last = { code, at: performance.now() };
          if (isNew) found(code);
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
      }
    }
    function stop() {
      isOver = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    start().catch(() => {
      if (!isOver) fail('The camera could not be used. Allow it in the browser, or type the code.');
    });
    return stop;
  }, []);
  return <video ref={video} className="scan-camera" muted playsInline aria-label="Camera" />;
}
