import { Modal, type ModalFuncProps } from 'antd';
import { useEffect, useRef } from 'react';

/** A question to be answered by one of two buttons. */
export interface Question extends Pick<ModalFuncProps, 'okText' | 'cancelText' | 'okButtonProps' | 'afterClose'> {
  title: string;
  /** The name of the record that it is about. */
  subject?: string;
  content: string;
  /** What is done on agreement, while the dialog waits. */
  onOk?: () => Promise<unknown>;
}

interface ConfirmDialogProps {
  question: Question;
  onAnswer: (agreed: boolean) => void;
}

/** Shows a question as soon as it is given; the focus starts on the button that changes nothing. */
export default function ConfirmDialog({ question, onAnswer }: ConfirmDialogProps) {
  const [modal, dialogs] = Modal.useModal();
  const asked = useRef<Question>(undefined);
  useEffect(() => {
    if (asked.current === question) return;
    asked.current = question;
    const { subject, content, ...rest } = question;
    const named = subject ? <NamedContent subject={subject} content={content} /> : content;
    void modal
      .confirm({ ...rest, content: named, focusable: { autoFocusButton: 'cancel' } })
      .then(onAnswer, () => undefined);
  }, [modal, question, onAnswer]);
  return dialogs;
}

function NamedContent({ subject, content }: { subject: string; content: string }) {
  return (
    <>
      <p>
        <b dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </b>
      </p>
      <p>{content}</p>
    </>
  );
}
