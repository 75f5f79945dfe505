import { Modal, type ModalProps } from 'antd';
import { useEffect, useId, useState } from 'react';

/** A question to be answered by one of two buttons. */
export interface Question extends Pick<ModalProps, 'okText' | 'cancelText' | 'okButtonProps' | 'afterClose'> {
  title: string;
  /** The name of the record that it is about. */
  subject?: string;
  content: string;
  /** What is done on agreement, while the dialog waits; it says its failures itself. */
  onOk?: () => Promise<unknown>;
}

interface ConfirmDialogProps {
  question: Question;
  onAnswer: (agreed: boolean) => void;
}

/** Shows a question as soon as it is given; the focus starts on the button that changes nothing. */
export default function ConfirmDialog({ question, onAnswer }: ConfirmDialogProps) {
  const [answered, setAnswered] = useState<Question>();
  const [isWaiting, setWaiting] = useState(false);
  const { subject, content, onOk, ...modal } = question;
  const cancelId = useId();
  useEffect(() => {
    // The buttons are put on the page only after this.
    const timer = setTimeout(() => document.getElementById(cancelId)?.focus());
    return () => clearTimeout(timer);
  }, [question, cancelId]);

  function answer(agreed: boolean) {
    setAnswered(question);
    onAnswer(agreed);
  }
  async function agree() {
    setWaiting(true);
    try {
      await onOk?.();
      answer(true);
    } finally {
      setWaiting(false);
    }
  }

  return (
    <Modal
      {...modal}
      open={answered !== question}
      className="confirm-dialog"
      width={416}
      closable={false}
      destroyOnHidden
      mask={{ closable: false }}
      confirmLoading={isWaiting}
      cancelButtonProps={{ id: cancelId, disabled: isWaiting }}
      onOk={() => void agree()}
      onCancel={() => answer(false)}
    >
      {subject && (
        <p>
          <b dir="auto">{subject}</b>
        </p>
      )}
      <p>{content}</p>
    </Modal>
  );
}
